# Coefficients of igamma's uniform expansion (Temme 1979; DLMF 8.12) and of the scaled complementary error function.
# python3 igamma.py > igamma.txt          (mpmath 1.4.1)
#
# With x = a (1 + mu), eta^2 / 2 = mu - log(1 + mu), sign(eta) = sign(mu):  Q(a, x) = erfc(eta sqrt(a/2)) / 2 + e^(-a eta^2 / 2) / sqrt(2 pi a) sum c_k(eta) a^-k,
# c_0 = 1/mu - 1/eta, c_k = c_(k-1)' / eta + (-1)^k g_k / mu, where Gamma(a) = sqrt(2 pi / a) (a/e)^a sum g_k a^-k.
from mpmath import *
from gamma_fit import cheb, show
mp.dps = 80
N = 60  # terms of power series in eta

def mul(a, b):
    c = [mpf(0)] * N
    for i, x in enumerate(a[:N]):
        for j in range(min(len(b), N - i)): c[i + j] += x * b[j]
    return c
def inverse(a):  # 1 / a, a[0] != 0
    b = [1 / a[0]] + [mpf(0)] * (N - 1)
    for k in range(1, N): b[k] = -sum(a[j] * b[k - j] for j in range(1, k + 1)) / a[0]
    return b
# mu(eta): mu' = eta (1 + mu) / mu, mu = eta + a_2 eta^2 + ...; coefficient by coefficient from mu mu' = eta + eta mu
mu = [mpf(0), mpf(1)] + [mpf(0)] * (N + 1)
for k in range(2, N + 1):  # coefficient of eta^k in mu mu' : sum (j+1) mu_(j+1) mu_(k-j) = mu_(k-1)
    s = sum((j + 1) * mu[j + 1] * mu[k - j] for j in range(1, k - 1))
    mu[k] = (mu[k - 1] - s) / (k + 1)
r = inverse(mu[1:N + 1])  # eta / mu
g = [mpf(1)]
# g_k: Gamma*(a) = exp(sum B_2j / (2j (2j-1)) a^(1-2j))
l = [mpf(0)] * 40
for j in range(1, 20): l[2 * j - 1] = bernoulli(2 * j) / (2 * j * (2 * j - 1))
for k in range(1, 30): g.append(sum(j * l[j] * g[k - j] for j in range(1, k + 1)) / k)
c = [r[1:] + [mpf(0)]]
for k in range(1, 14):
    p = c[-1]
    q = [(i + 1) * p[i + 1] for i in range(N - 1)] + [mpf(0)]  # c'
    s = [q[i] + (-1)**k * g[k] * r[i] for i in range(N)]
    assert abs(s[0]) < 1e-40, (k, s[0])
    c.append(s[1:] + [mpf(0)])
lo, hi = -sqrt(2 * (-mpf(2) / 5 - log(mpf(3) / 5))), sqrt(2 * (mpf(2) / 5 - log(mpf(7) / 5)))
print("// eta from", nstr(lo, 5), "to", nstr(hi, 5))
for k in range(0, 12):
    scale = mpf(20)**-k
    for n in range(0, 20):
        f = lambda t: polyval(c[k][:40][::-1], t)
        co = [float(v) for v in cheb(f, lo, hi, n)]
        worst = max(abs(polyval([mpf(v) for v in co[::-1]], lo + (hi - lo) * i / 60) - f(lo + (hi - lo) * i / 60)) for i in range(61)) * scale
        if worst < mpf(2)**(-58 if k else mpf(-55.3)): break
    print(f"// c{k}: degree {n}, error 2^{nstr(log(worst, 2), 4)} after a^-{k}, a = 20")
    print("  static constexpr double c%d[] = {%s};" % (k, ", ".join(v.hex() for v in co)))
# erfcx(z) = scaled(t) / (1 + 2 z), t = (z - 3) / (z + 3)
def erfcx(z): return exp(z * z) * erfc(z)
def scaled(t):
    z = 3 * (1 + t) / (1 - t)
    return erfcx(z) * (1 + 2 * z)
first = scaled(mpf(0))
print("  static constexpr double erfcx_first_hi = %s, erfcx_first_lo = %s;" % (float(first).hex(), float(first - mpf(float(first))).hex()))
show("erfcx", lambda t: (scaled(t) - first) / t, -1, mpf(39 - 3) / (39 + 3), 24, lambda t, y: t / scaled(t))
# mu - log(1 + mu) = s mu - s^3 (2/3 + 2/5 v + v^2 phi_tail(v)), v = s^2, s = mu / (2 + mu), |mu| <= 0.4
show("phi_tail", lambda v: (((2 * atanh(sqrt(v)) - 2 * sqrt(v)) / (v * sqrt(v)) - mpf(2) / 3) / v - mpf(2) / 5) / v, mpf(1) / 10**10, mpf(1) / 16, 8, lambda v, y: v * v)
# -log Gamma(1 + a) = a (euler + a reciprocal(a))
print("  static constexpr double euler_hi = %s, euler_lo = %s;" % (float(euler).hex(), float(euler - mpf(float(euler))).hex()))
show("reciprocal", lambda a: (-loggamma(1 + a) / a - euler) / a if a > mpf(10)**-30 else -zeta(2) / 2, 0, mpf('0.6'), 17, lambda a, y: a)

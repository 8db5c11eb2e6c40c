#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_permutations.py > random_permutations.inc: permutations and choices without replacement of real JAX, from key(0), key(42) and key(2**40 + 7).

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python random_permutations.py > random_permutations.inc
"""
import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax import random

jax.config.update("jax_enable_x64", True)
logits = np.array([0.1, 0.2, 0.3, 0.05, 0.35])
rows = jnp.arange(24).reshape(4, 6)
cases = {
    "one": lambda k: random.permutation(k, 1),
    "nine": lambda k: random.permutation(k, 9),
    "two_rounds": lambda k: random.permutation(k, 2000)[:12],
    "rows": lambda k: random.permutation(k, rows),
    "columns": lambda k: random.permutation(k, rows, axis=1),
    "independent": lambda k: random.permutation(k, rows, axis=1, independent=True),
    "choice": lambda k: random.choice(k, 10, (4,), replace=False),
    "choice_p": lambda k: random.choice(k, 5, (3,), replace=False, p=jnp.asarray(logits)),
}
print("// SPDX-License-Identifier: BSL-1.0")
print(f"// Made by random_permutations.py with JAX {jax.__version__}: name, seed, numbers.")
for name, f in cases.items():
    for seed in (0, 42, 2**40 + 7):
        numbers = ", ".join(str(int(x)) for x in np.asarray(f(random.key(seed))).ravel())
        print(f'{{"{name}", {seed}u, {{{numbers}}}}},')

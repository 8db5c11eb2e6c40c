#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""random_unsafe_rbg.py > random_unsafe_rbg.inc: what real JAX draws from keys of impl="unsafe_rbg" on a CPU.

python3 -m venv somewhere && somewhere/bin/pip install jax && somewhere/bin/python random_unsafe_rbg.py > random_unsafe_rbg.inc
"""
import jax.numpy as jnp
import numpy as np
from jax import lax, random

from random_table import print_table

u8, u32, u64, f32, f64 = jnp.uint8, jnp.uint32, jnp.uint64, jnp.float32, jnp.float64


def key_of(*words):
    return random.wrap_key_data(jnp.array(words, u32), impl="unsafe_rbg")


def step(key, i):
    """A key that goes from trip to trip, and what each trip draws."""
    own, following = random.split(random.fold_in(key, i))
    return following, random.bits(own, (), u64)


cases = {
    "key": lambda k: random.key_data(k),
    "key_i32": lambda k: random.key_data(random.key(np.int32(-7), impl="unsafe_rbg")),
    "split": lambda k: random.key_data(random.split(k)),
    "split_2_3": lambda k: random.key_data(random.split(k, (2, 3))),
    "split_twice": lambda k: random.key_data(random.split(random.split(k, 5)[4], 3)),
    "fold_in_7": lambda k: random.key_data(random.fold_in(k, 7)),
    "fold_in_all": lambda k: random.key_data(random.fold_in(k, np.uint32(0xFFFFFFFF))),
    "fold_in_split": lambda k: random.key_data(random.fold_in(random.split(k)[1], 123456)),
    "bits_one": lambda k: random.bits(k, (), u32),
    "bits_one_u64": lambda k: random.bits(k, (), u64),
    "bits_one_u8": lambda k: random.bits(k, (), u8),
    "bits_u8_2_3": lambda k: random.bits(k, (2, 3), u8),
    "bits_u32": lambda k: random.bits(k, (9,), u32),
    "bits_u32_2_3_2": lambda k: random.bits(k, (2, 3, 2), u32),
    "bits_u64": lambda k: random.bits(k, (5,), u64),
    "bits_of_last": lambda k: random.bits(random.split(random.fold_in(k, 3), 4)[3], (3,), u64),
    "bits_of_words": lambda k: random.bits(key_of(1, 2, 3, 4), (7,), u64),
    "bits_carry": lambda k: random.bits(key_of(7, 9, 0xFFFFFFFE, 0xFFFFFFFF), (10,), u64),  # the third block is counted beyond 2^64
    "bits_carry_all": lambda k: random.bits(key_of(0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF), (6,), u64),
    "bits_each": lambda k: lax.map(lambda one: random.bits(one, (3,), u32), random.split(k, 4)),
    "split_each": lambda k: lax.map(lambda one: random.key_data(random.split(one, 3)), random.split(k, 4)),
    "scan": lambda k: lax.scan(step, k, jnp.arange(4))[1],
    "scan_carry": lambda k: random.key_data(lax.scan(step, k, jnp.arange(4))[0]),
    "column": lambda k: random.key_data(random.split(k, (2, 3)).T[1]),
    "cond": lambda k: random.key_data(random.fold_in(random.split(k)[0], 1)),
    "randint": lambda k: random.randint(k, (9,), -5, 1000, jnp.int32),
    "randint_i64": lambda k: random.randint(k, (9,), -3, 10**12, jnp.int64),
    "bernoulli": lambda k: random.bernoulli(k, 0.3, (20,)),
    "rademacher": lambda k: random.rademacher(k, (20,), jnp.int32),
    "permutation": lambda k: random.permutation(k, 9),
    "binomial": lambda k: random.binomial(k, 10, 0.3, (6,)),
    "geometric": lambda k: random.geometric(k, 0.3, (6,), jnp.int32),
    "uniform_f32": lambda k: random.uniform(k, (7,), f32),
    "uniform_f64": lambda k: random.uniform(k, (7,), f64),
    "normal_f64": lambda k: random.normal(k, (3, 2), f64),
    "gamma_f64": lambda k: random.gamma(k, 0.5, (6,), f64),
}
print_table("random_unsafe_rbg.py", cases, both_layouts=(), impl="unsafe_rbg")

# SPDX-License-Identifier: BSL-1.0
"""random_table: tables of what real JAX draws, as words: bits of the elements, in row-major order.

Each case is drawn from key(0), key(42) and key(2**40 + 7), in today's layout and in the original one (jax_threefry_partitionable=False), with
64-bit types.
"""
import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import numpy as np

jax.config.update("jax_enable_x64", True)


def words(x):
    x = np.asarray(x).ravel()
    return x.astype(np.uint64) if x.dtype == bool else x.view(f"u{x.dtype.itemsize}").astype(np.uint64)


def print_table(script, cases, both_layouts=("",), impl=None):
    """cases: name -> function of a key. both_layouts: how names end of what is drawn in the original layout too.
    impl: how keys hash, as jax.random.key takes it."""
    print("// SPDX-License-Identifier: BSL-1.0")
    print(f"// Made by {script} with JAX {jax.__version__}: name, layout is the original one, seed, words.")
    for name, draw in cases.items():
        for original in (False, True) if name.endswith(both_layouts) else (False,):
            with jax.threefry_partitionable(not original):
                for seed in (0, 42, 2**40 + 7):
                    y = words(draw(jax.random.key(seed, impl=impl)))
                    print(f'{{"{name}", {str(original).lower()}, {seed}, {{{", ".join(hex(int(w)) for w in y)}}}}},')

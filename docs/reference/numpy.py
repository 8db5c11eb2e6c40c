#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""docs/reference/numpy.py > docs/reference/numpy.md: jax.numpy's public names, and how they are said here.

The names are those of the JAX that is installed (python3 -m venv somewhere && somewhere/bin/pip install jax). A name is there if a function or an object of that
name is declared in include/constax; all others stand in numpy_decisions.txt, and a name that does not is an error.
"""
import os
import re
import sys
import types
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path = [p for p in sys.path if Path(p).resolve() != here]  # `import numpy` means NumPy
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp

declared = {}  # name: file
for path in sorted((here / "../../include/constax").resolve().rglob("*.hpp")):
    folder = path.parent.name
    if folder not in ("api", "numpy", "primitives"):
        continue
    text = path.read_text()
    # outside of namespace detail: what an object or a template of a function begins with stands at the start of a line
    text = re.sub(r"\nnamespace detail \{.*?\n\}(?: // namespace detail)?\n", "\n", text, flags=re.S)
    found = re.findall(r"^(?:  )?inline constexpr \w+_t ((?:\w+\{\}(?:, )?)+);", text, flags=re.M)
    names = [n.strip("{} ") for line in found for n in line.split(",")]
    for m in re.finditer(r"^(?:template\b|requires\b|  requires\b|constexpr auto \w+\().*$", text, flags=re.M):
        if f := re.search(r"constexpr auto (\w+)\(", m[0]):
            names.append(f[1])
    for n in names:
        declared.setdefault(n, path.relative_to((here / "../..").resolve()))

said = {"as": {}, "no": {}, "note": {}}
for line in (here / "numpy_decisions.txt").read_text().splitlines():
    if line.startswith("#") or not line.strip():
        continue
    kind, rest = line.split(": ", 1)
    names, text = rest.split(" = ", 1)
    for name in names.split(", "):
        said[kind][name] = text

names = sorted((n for n in dir(jnp) if not n.startswith("_") and not isinstance(getattr(jnp, n), types.ModuleType)), key=str.lower)
rows, missing = [], []
for n in names:
    if n in declared and n not in said["as"]:
        rows.append((n, "there", said["note"].get(n, "")))
    elif n in said["as"]:
        rows.append((n, "otherwise", said["as"][n]))
    elif n in said["no"]:
        rows.append((n, "no", said["no"][n]))
    else:
        missing.append(n)
if missing:
    sys.exit("numpy_decisions.txt says nothing of: " + " ".join(missing))
count = {k: sum(r[1] == k for r in rows) for k in ("there", "otherwise", "no")}
print("# NumPy's names")
print()
print(f"The {len(rows)} public names of jax.numpy (JAX {jax.__version__}): {count['there']} are there under their names, {count['otherwise']} are said otherwise, {count['no']} are not there.")
print("Axes, lengths, shifts and numbers of repetitions are parts of types: `0_c`, `axes_c<0, 1>`, template arguments; of ndarrays, and of what is traced at run time, they may be numbers, and lists in braces. Written by `numpy.py` from the headers and")
print("`numpy_decisions.txt`.")
print()
print("| jax.numpy | here | |\n|---|---|---|")
for n, kind, text in rows:
    print(f"| `{n}` | {kind} | {text.replace('|', chr(92) + '|')} |")

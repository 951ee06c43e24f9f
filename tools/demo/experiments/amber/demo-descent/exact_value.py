"""The iterate after ten steps for curvature 1/2, once by the recursion and once by the closed form."""
import json, math
from fractions import Fraction

STEPS = 10
x = Fraction(1)
for t in range(1, STEPS + 1):
    x *= 1 - Fraction(1, 2) / t
closed = Fraction(math.comb(2 * STEPS, STEPS), 4 ** STEPS)
print(f"recursion {x}, closed form {closed}, equal: {x == closed}")
print(f"as a decimal {float(x):.6f}")
print("RESULT " + json.dumps({
    "claim": "demo-descent.c2", "quantity": "iterate after ten steps", "value": f"{float(x):.6f}", "scale": {"steps": STEPS},
    "premises": ["x_1 = 1", "x_(t+1) = (1 - mu / t) x_t"], "counterexample": None}))

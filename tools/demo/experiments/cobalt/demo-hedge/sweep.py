import json
from fractions import Fraction

# Try Theorem 1 for N = 2, 4, ..., 256 with the adversary that contradicts every forecast.
worst = Fraction(0)
for k in range(1, 9):
    n = 2 ** k
    w = [Fraction(1)] * n
    wrong = [0] * n
    big = 0
    for r in range(3 * k):
        vote1 = sum(w[i] for i in range(n) if (i >> (r % k)) & 1)
        guess = 1 if 2 * vote1 >= sum(w) else 0
        big += 1
        for i in range(n):
            if ((i >> (r % k)) & 1) == guess:
                w[i] /= 2
                wrong[i] += 1
        worst = max(worst, big - Fraction(241, 100) * min(wrong))
    print(f"N = {n:3d}: largest M - 2.41 m so far {float(worst):.2f}")
print("the bound 9 holds in all cases tried" if worst <= 9 else "the bound is exceeded")
print("RESULT " + json.dumps({"claim": "demo-hedge.c1", "quantity": "largest M - 2.41 m", "value": f"{float(worst):.2f}",
      "unit": "mistakes", "scale": {"experts": 256},
      "premises": ["initial weights are 1", "beta is 1/2", "a tie is predicted as 1"], "counterexample": None}))

# Follow t x_t for a given curvature with whole numbers: x_t = a_t / b_t, no division is ever carried out.
import json, sys

num, den = map(int, sys.argv[1].split("/"))
a, b, t = 1, 1, 1
while 5 * t * a <= 6 * b and t < 100000:
    a, b, t = a * (den * t - num), b * den * t, t + 1
    if t in (10, 100, 200, 300):
        print(f"t = {t}: t x_t = {t * a / b:.4f}")
print(f"mu = {num}/{den}: first t with t x_t > 6/5 is {t}")
value = t * a * 10**6 // b
print(f"t x_t there is {value / 10**6:.6f}, rounded down; 5 t a > 6 b in whole numbers: {5 * t * a > 6 * b}")
premises = ["mu is in [3/4, 1]", "x_1 = 1", "x_(t+1) = (1 - mu / t) x_t"]
assert 4 * num >= 3 * den and num <= den
example = {"instance": {"mu": f"{num}/{den}", "t": t}, "arithmetic": "exact", "premises_checked": premises,
           "violates": "t |x_t| <= 6/5"}
print("RESULT " + json.dumps({"claim": "demo-descent.c1", "quantity": "largest t |x_t|", "value": f"{value / 10**6:.6f}",
      "scale": {"t": t}, "premises": premises, "counterexample": example}))

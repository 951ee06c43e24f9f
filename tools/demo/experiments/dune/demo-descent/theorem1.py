import json
from fractions import Fraction as F

MU = F(19, 25)
assert F(3, 4) <= MU <= 1
x = F(1)
t = 1
while t * x <= F(6, 5):
    x = x - MU * x / t
    t += 1
print("curvature", MU)
print("step", t, "t * x_t =", float(t * x), "greater than 6/5:", t * x > F(6, 5))
print("step", t - 1, "was still fine")
P = ["mu is in [3/4, 1]", "x_1 = 1", "x_(t+1) = (1 - mu / t) x_t"]
print("RESULT " + json.dumps(dict(claim="demo-descent.c1", quantity="largest t |x_t|", value=f"{float(t * x):.6f}", scale={"t": t},
      premises=P, counterexample=dict(instance=dict(mu=str(MU), t=t), arithmetic="exact", premises_checked=P,
                                      violates="t |x_t| <= 6/5"))))

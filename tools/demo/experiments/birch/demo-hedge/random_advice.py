# A second, unstructured counterexample to Theorem 1: experts advise by coin flips, the outcome is what the
# forecaster did not predict. All comparisons are between integers: 100 M > 241 m + 900.
import json, random

draw = random.Random(5)
experts = 3000
errors = [0] * experts
M, rounds = 0, []
while True:
    advice = [draw.randrange(2) for _ in range(experts)]
    scale = max(errors)
    ones = sum(2 ** (scale - e) for e, bit in zip(errors, advice) if bit == 1)
    zeros = sum(2 ** (scale - e) for e, bit in zip(errors, advice) if bit == 0)
    prediction = 1 if ones >= zeros else 0
    outcome = 1 - prediction
    M += 1
    errors = [e + (bit != outcome) for e, bit in zip(errors, advice)]
    m = min(errors)
    rounds.append(outcome)
    print(f"round {M:2d}: predicted {prediction}, outcome {outcome}, best expert has {m} mistakes")
    if 100 * M > 241 * m + 900 or M == 40:
        break
violated = 100 * M > 241 * m + 900
value = f"{(100 * M - 241 * m) / 100:g}"
print(f"M = {M}, m = {m}: M - 2.41 m = {value}, above 9: {violated}")
premises = ["initial weights are 1", "beta is 1/2", "a tie is predicted as 1"]
instance = {"experts": experts, "advice": "random.Random(5).randrange(2), expert after expert, round after round",
            "outcomes": rounds, "M": M, "m": m}
example = {"instance": instance, "arithmetic": "exact", "premises_checked": premises, "violates": "M <= 2.41 m + 9"}
print("RESULT " + json.dumps({"claim": "demo-hedge.c1", "quantity": "largest M - 2.41 m", "value": value, "unit": "mistakes",
      "scale": {"experts": experts}, "premises": premises, "counterexample": example if violated else None}))

"""Play the sequence of Section 3 move by move with whole numbers, and check what the claim says about it."""
import json

EXPERTS, ROUNDS = 16, 4
weight = [2 ** ROUNDS] * EXPERTS      # all weights scaled by 2^4, so that halving stays whole
errors = [0] * EXPERTS
mistakes = 0
for r in range(ROUNDS):
    advice = [i >> r & 1 for i in range(EXPERTS)]
    ones = sum(w for w, bit in zip(weight, advice) if bit)
    zeros = sum(weight) - ones
    prediction = int(ones >= zeros)
    outcome = 1 - prediction
    mistakes += prediction != outcome
    for i, bit in enumerate(advice):
        if bit != outcome:
            errors[i] += 1
            weight[i] //= 2
    print(f"round {r + 1}: weight on 1 = {ones}, on 0 = {zeros}, predicted {prediction}, outcome {outcome}")
perfect = [i for i in range(EXPERTS) if errors[i] == 0]
print(f"mistakes {mistakes} in {ROUNDS} rounds, perfect experts: {perfect}")
assert perfect
premises = ["initial weights are 1", "beta is 1/2", "a tie is predicted as 1"]
print("RESULT " + json.dumps({
    "claim": "demo-hedge.c5", "quantity": "mistakes of weighted majority with a perfect expert", "value": str(mistakes),
    "unit": "mistakes", "scale": {"rounds": ROUNDS, "experts": EXPERTS}, "premises": premises, "counterexample": None}))

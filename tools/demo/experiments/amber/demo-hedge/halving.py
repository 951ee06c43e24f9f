"""Weighted majority against an adversary that always says the opposite, in integers."""
import json, sys

def play(experts, rounds):
    """Mistakes of the forecaster and of the best expert; expert i advises the r-th binary digit of i in round r."""
    errors = [0] * experts
    mistakes = 0
    for r in range(rounds):
        weight = [0, 0]
        for i in range(experts):
            weight[i >> r & 1] += 2 ** (rounds - errors[i])   # beta = 1/2, scaled to integers
        prediction = 1 if weight[1] >= weight[0] else 0        # a tie is predicted as 1
        outcome = 1 - prediction
        mistakes += 1
        for i in range(experts):
            errors[i] += (i >> r & 1) != outcome
    return mistakes, min(errors)

digits = int(sys.argv[1])
experts = 2 ** digits
M, m = play(experts, digits)
violated = 100 * M > 241 * m + 900
excess = f"{(100 * M - 241 * m) / 100:g}"
print(f"N = {experts} experts, {digits} rounds: M = {M}, m = {m}, M - 2.41 m = {excess}, bound 9 violated: {violated}")
premises = ["initial weights are 1", "beta is 1/2", "a tie is predicted as 1"]
print("RESULT " + json.dumps({
    "claim": "demo-hedge.c1", "quantity": "largest M - 2.41 m", "value": excess, "unit": "mistakes", "n": digits,
    "scale": {"experts": experts}, "premises": premises,
    "counterexample": {"instance": {"experts": experts, "rounds": digits, "advice": "binary digits of the expert's number",
                                    "outcome": "opposite of the forecast", "M": M, "m": m},
                       "arithmetic": "exact", "premises_checked": premises,
                       "violates": f"M <= 2.41 m + 9, since {M} > 2.41 * {m} + 9"} if violated else None}))

import random
random.seed(3)
N, T = 32, 500
chance = [0.9] + [0.55] * (N - 1)
truth = [random.randrange(2) for _ in range(T)]
advice = [[y if random.random() < c else 1 - y for c in chance] for y in truth]
for beta in (0.5, 1.0):
    w = [1.0] * N
    bad = 0
    for y, a in zip(truth, advice):
        guess = 1 if 2 * sum(wi for wi, ai in zip(w, a) if ai) >= sum(w) else 0
        bad += guess != y
        w = [wi if ai == y else wi * beta for wi, ai in zip(w, a)]
    print("With the update" if beta < 1 else "With the weights frozen", "the forecaster was wrong", bad, "times.")

"""Perplexity of bigram and trigram models per character of the held-out lines; lines are not padded at all."""
import collections, json, math, random, statistics

lines = open("demo-charlm-corpus.txt", encoding="utf-8").read().splitlines()
SEEDS = range(8)

def perplexity(train, heldout, n):
    pairs, contexts, alphabet = collections.Counter(), collections.Counter(), set()
    for line in train:
        text = "^" * (n - 1) + line + "\n"
        for i in range(n - 1, len(text)):
            pairs[text[i - n + 1:i + 1]] += 1
            contexts[text[i - n + 1:i]] += 1
            alphabet.add(text[i])
    loss, counted = 0.0, 0
    for line in heldout:
        text = "^" * (n - 1) + line + "\n"
        for i in range(n - 1, len(text)):
            chance = (pairs[text[i - n + 1:i + 1]] + 0.1) / (contexts[text[i - n + 1:i]] + 0.1 * len(alphabet))
            loss -= math.log(chance)
            counted += 1
    return math.exp(loss / counted), counted

bigram, trigram = [], []
for seed in SEEDS:
    shuffled = lines[:]
    random.Random(seed).shuffle(shuffled)
    train, heldout = shuffled[:1000], shuffled[1000:]
    b, _ = perplexity(train, heldout, 2)
    t, counted = perplexity(train, heldout, 3)
    bigram.append(b)
    trigram.append(t)
    print(f"seed {seed}: bigram {b:.4f}  trigram {t:.4f}  over {counted} characters")
print(f"trigram mean {statistics.mean(trigram):.3f}, sd {statistics.stdev(trigram):.3f}")
scale = {"train_lines": 1000, "heldout_lines": 200, "seeds": len(SEEDS)}
difference = [t - b for t, b in zip(trigram, bigram)]
print("RESULT " + json.dumps({
    "claim": "demo-charlm.c1", "quantity": "perplexity", "value": f"{statistics.mean(trigram):.3f}", "unit": "per character",
    "n": len(SEEDS), "seeds": list(SEEDS), "values": [f"{v:.4f}" for v in trigram], "scale": scale,
    "premises": ["the perplexity is taken over the characters of the held-out lines"], "counterexample": None}))
print("RESULT " + json.dumps({
    "claim": "demo-charlm.c2", "quantity": "perplexity difference, trigram minus bigram",
    "value": f"{statistics.mean(difference):.3f}", "unit": "per character", "n": len(SEEDS), "seeds": list(SEEDS),
    "values": [f"{v:.4f}" for v in difference], "scale": scale,
    "premises": ["both models are evaluated on the same held-out lines"], "counterexample": None}))

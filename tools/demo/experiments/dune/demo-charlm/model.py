import math, random
from collections import Counter

text = open("demo-charlm-corpus.txt").read().splitlines()
random.Random(1).shuffle(text)
train, test = text[:1000], text[1000:]
for n in (2, 3):
    c, h = Counter(), Counter()
    for l in train:
        s = "^" * (n - 1) + l + "$"
        for i in range(n - 1, len(s)):
            c[s[i - n + 1:i + 1]] += 1
            h[s[i - n + 1:i]] += 1
    total = count = 0
    for l in test:
        s = "^" * (n - 1) + l + "$"
        for i in range(n - 1, len(s)):
            total -= math.log((c[s[i - n + 1:i + 1]] + 0.1) / (h[s[i - n + 1:i]] + 2.4))
            count += 1
    print("I trained the", "bigram" if n == 2 else "trigram", "and got about", round(math.exp(total / count), 2), "on the test part.")
print("So the bigger one is better.")

import math
N, T = 16, 2000
print(f"experts = {N}, rounds = {T}")
print("step size =", round(math.sqrt(8 * math.log(N) / T), 4))
print("worst-case bound =", round(math.sqrt(T * math.log(N) / 2), 1))
print("setup ok")

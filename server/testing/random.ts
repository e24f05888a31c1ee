/** Numbers from 0 to 1, the same for a seed in every run: Lehmer's generator with the factor 48271. */
export function createRandom(seed: number) {
  let state = seed * 7_919
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

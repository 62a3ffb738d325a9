/** Runs work that yields, for others to work in between, to its end without any pause, and answers with what it comes to. */
export function runToEnd<T>(work: Iterator<unknown, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

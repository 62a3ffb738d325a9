/** What some work that yields, for others to work in between, comes to without any pause. */
export function ended<T>(work: Iterator<unknown, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

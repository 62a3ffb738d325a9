const works = new Set<string>()

/** Has the browser ask somebody who wants to leave the page while one of these works goes on. */
export function keepOpen(work: string, isGoingOn: boolean): void {
  if (isGoingOn) works.add(work)
  else works.delete(work)
  window.onbeforeunload = works.size > 0 ? (event) => event.preventDefault() : null
}

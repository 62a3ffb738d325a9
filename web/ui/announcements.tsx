const REGION = 'announcements'

/** The live region: screen readers say what is written into it. */
export function Announcements() {
  return <div id={REGION} class="unseen" role="status" aria-live="polite" />
}

/** Says something to those who do not see the page. Nothing that changes many times a second belongs here. */
export function announce(text: string): void {
  const region = document.getElementById(REGION)
  if (!region) return
  // Screen readers repeat a text only if the region was different in between.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}

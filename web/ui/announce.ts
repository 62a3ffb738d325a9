/** Says something to those who do not see the page. Nothing that changes many times a second belongs here. */
export function announce(text: string): void {
  const region = document.getElementById(REGION)
  if (!region) return
  // The same text said again is heard only if the region changed in between.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}

/** The id of the live region. */
export const REGION = 'announcements'

/** Whether a deployment has taken the scripts of this page away: then its own is gone, too. */
export async function isRenewed(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
  return (await answerOf(own))?.ok === false
}

/**
 * Loads the page anew, with all that its address holds: a browser that failed to import a script never asks for it again,
 * and after a deployment scripts have other names. Where the service is away the page stays, as it would be lost.
 *
 * @returns whether the page is being loaded
 */
export async function reloadPage(): Promise<boolean> {
  const isThere = (await answerOf(location.pathname))?.ok === true
  if (isThere) location.reload()
  return isThere
}

function answerOf(address: string): Promise<Response | undefined> {
  return fetch(address, { cache: 'no-store' }).catch(() => undefined)
}

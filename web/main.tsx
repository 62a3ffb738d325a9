import { render } from 'preact'
import { App } from './app.tsx'
import { followReload } from './page/page-state.ts'
import { loadOwnRules, waitsForRules } from './rules/own-rules.ts'

followReload()
// Where that fails, the page says so, and leaves the address as it is.
if (waitsForRules(location.hash)) await loadOwnRules().catch(() => {})
// In the place of the words for those whom a script does not reach.
const root = document.createElement('div')
root.id = 'page'
document.querySelector('#page')?.replaceWith(root)
render(<App />, root)
// Once the page is there, so that it takes nothing from it. Where a browser has none, or refuses, the page needs the service.
const keepForLater = () => navigator.serviceWorker?.register('/offline.js').catch(() => {})
if (document.readyState === 'complete') keepForLater()
else addEventListener('load', keepForLater)

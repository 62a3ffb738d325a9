import { render } from 'preact'
import { DocsPage } from './docs/docs-page.tsx'

const root = document.createElement('div')
root.id = 'page'
document.querySelector('#page')?.replaceWith(root)
render(<DocsPage />, root)

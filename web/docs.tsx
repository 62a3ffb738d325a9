import { render } from 'preact'
import { DocsPage } from './docs/docs-page.tsx'

const root = document.createElement('div')
root.id = 'page'
document.body.append(root)
render(<DocsPage />, root)

import { render } from 'preact'
import { App } from './app.tsx'

const root = document.createElement('div')
root.id = 'page'
document.body.append(root)
render(<App />, root)

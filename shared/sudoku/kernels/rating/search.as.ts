export { enterOff, follow, followOn, meet } from './follow.as'
export { findForcing, nextForced } from './forcing.as'
export { link } from './links.as'
export { reach } from './rows.as'

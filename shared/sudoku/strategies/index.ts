import { createEngine } from '../engine/engine.ts'
import { createTwin } from '../engine/twin.ts'
import { strategiesOn } from './by-name.ts'

/** Every strategy by its public name. The engine tells nobody its steps; its twin, which takes the same ones, does. */
export const strategies = strategiesOn((observe) => (observe ? createTwin(observe) : createEngine()))

import { createTwin } from '../engine/twin.ts'
import { strategiesOn } from './by-name.ts'

/** Every strategy for those who only watch: the same searches, without the engine's kernel to load. */
export const observedStrategies = strategiesOn(createTwin)

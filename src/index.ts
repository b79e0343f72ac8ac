export { Dial, profile, UnknownSetting } from './dial.ts'
export { type Nestbox, type NestboxOptions, OtherWorld, startNestbox } from './nestbox.ts'

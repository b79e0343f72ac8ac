export { exampleEgg } from '../eggs/example-egg.ts'

import './memory.ts'
import { run } from './serve.ts'

run()

import { measureBulk } from './bulk.ts'
await measureBulk(console.log)

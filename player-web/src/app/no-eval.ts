import { config } from 'zod'

// Zod tries `new Function` when the first schema is made. The server's policy refuses it, and the browser's console
// would tell every visitor so. This must therefore be imported before the contract.
config({ jitless: true })

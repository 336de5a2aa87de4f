import { setFlagsFromString } from 'node:v8'

// Node sizes its heap by the machine, and on a large one lets garbage pile up to several times what is in use. Growing
// it by less at a time keeps a server that sits beside its database small; V8 reads this at every collection.
setFlagsFromString('--heap-growing-percent=40')

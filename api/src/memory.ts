import { setFlagsFromString } from 'node:v8'

// Node sizes its heap by the machine, and on a large one lets garbage grow to several times the live data. Smaller
// growth steps keep a server that shares a machine with its database small; V8 reads this at every collection.
setFlagsFromString('--heap-growing-percent=40')

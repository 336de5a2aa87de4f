// Stops the embedded database in the folder of the argument, which a server that was killed has left running.
import { stopLeftServer } from '@openauth/embedded-postgres'

const [folder] = process.argv.slice(2)
if (folder) await stopLeftServer(folder)

// The parts of the library that sends use, in a module that the first send imports: Substrate's types take 60 MB.
export { readBalance } from '../../../../lib/vara/balances.ts'
export { broadcast } from '../../../../lib/vara/broadcast.ts'
export { buildMessage, buildReply, type BuiltExtrinsic } from '../../../../lib/vara/build.ts'
export { statusOf } from '../../../../lib/vara/status.ts'
export { parseVaraAmount, readVaraId, readVaraPayload } from '../../../../lib/vara/requests.ts'

export { type ChainChecker, type ChainSigner, checkerOf, signerOf } from './keys.ts'
export { type AuditLine, digestOf, GENESIS, hashOf, missingDigest, type Position } from './link.ts'
export { type Checkpoint, checkpointStatement, headStatement } from './statements.ts'
export { type ChainedLine, createWalk, type FoundFault, type Walk, type WalkFault, type WalkResult } from './walk.ts'

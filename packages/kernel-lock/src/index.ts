export { bootId } from './folder-lock.ts'
export { tryKernelLock } from './kernel-lock.ts'
export { fitsSocketPath, LONGEST_SOCKET_PATH } from './socket-path.ts'

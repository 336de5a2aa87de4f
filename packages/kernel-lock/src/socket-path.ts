/**
 * sun_path has 104 bytes with its terminator on macOS, 108 on Linux; Node silently truncates longer paths.
 * https://www.man7.org/linux/man-pages/man7/unix.7.html
 */
export const LONGEST_SOCKET_PATH = 103

export const fitsSocketPath = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_SOCKET_PATH

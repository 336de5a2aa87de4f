export function bundleProgram(contents: string, options: { from: string; outfile: string }): Promise<void>

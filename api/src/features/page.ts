/** Prisma's window for a page, counted from 1. */
export const skipTake = ({ page, limit }: { page: number; limit: number }) => ({
  skip: (page - 1) * limit,
  take: limit,
})

/** A page of rows with what the wire tells beside it. */
export const pageOf = <T>(data: T[], totalItems: number, limit: number) => ({
  data,
  meta: { totalItems, totalPages: Math.ceil(totalItems / limit) },
})

ALTER TYPE "RingEntryKind" ADD VALUE 'adjustment';

/** A chip that is dragged from the rail to the dealer's side of the felt is a tip. */

export const CHIP = "application/x-tablewright-chip";

const isOverDealer = (event: DragEvent) => !!(event.target as HTMLElement).closest(".house");
const hasChip = (event: DragEvent) => !!event.dataTransfer?.types.includes(CHIP);

/** Has the felt within take chips for the dealer. */
export function takesTips(ontip: (chips: Record<string, number>) => void) {
  return (felt: HTMLElement) => {
    const over = (event: DragEvent) => {
      if (hasChip(event) && isOverDealer(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const chip = event.dataTransfer?.getData(CHIP);
      if (!chip || !isOverDealer(event)) return;
      event.preventDefault();
      ontip({ [chip]: 1 });
    };
    felt.addEventListener("dragover", over);
    felt.addEventListener("drop", drop);
    return () => {
      felt.removeEventListener("dragover", over);
      felt.removeEventListener("drop", drop);
    };
  };
}

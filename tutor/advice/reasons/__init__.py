"""Why a move is advised: `finding` puts together what the other modules find, each in what it is named after."""

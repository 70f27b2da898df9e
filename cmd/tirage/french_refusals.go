package main

// frenchRefusals is the French of what refuse says, beside that of package bingo.
var frenchRefusals = map[string]string{
	"%s: %s": "%s : %s", "card %d: %s": "carte %d : %s", "%s, %q: %s": "%s, %q : %s", "--stake %s: %s": "--stake %s : %s", "--%s %s: %s": "--%s %s : %s", "--after %s: %s": "--after %s : %s",
	"stopped; nothing was left half-written": "arrêté ; rien n'est resté écrit à moitié",
	"%s\n(%q lists every error)":             "%s\n(%q donne toutes les erreurs)",

	// Files of cards and of players' secrets.
	"this is no file of cards: %s; \"tirage cards --json\" writes one":                                "ce n'est pas un fichier de cartes : %s ; \"tirage cards --json\" en écrit un",
	"cards_format: the format is another one; this program reads %q":                                  "cards_format: le format est un autre ; ce programme lit %q",
	"cards_formula: these are cards of %.40q, the draw is of %q":                                      "cards_formula: ce sont des cartes de %.40q, le tirage est de %q",
	"cards_too_many: a draw has at most %d cards, not %d":                                             "cards_too_many: un tirage a au plus %d cartes, et non %d",
	"card %d: card_missing: no card is there":                                                         "carte %d : card_missing: aucune carte n'est là",
	"player_name: a player is named with 1 to %d letters":                                             "player_name: un joueur se nomme en 1 à %d lettres",
	"player_name: a player's name has no space before it, after it, or beside another":                "player_name: le nom d'un joueur n'a d'espace ni avant, ni après, ni à côté d'une autre",
	"player_name: a player's name is made of letters that can be seen, and single spaces":             "player_name: le nom d'un joueur est fait de lettres visibles et d'espaces simples",
	"player_name: letters and their accents are written as one sign where there is one (Unicode NFC)": "player_name: une lettre et son accent s'écrivent en un signe quand il existe (Unicode NFC)",
	"%s is no file of players' secrets: %s":                                                           "%s n'est pas un fichier de secrets de joueurs : %s",
	"json_syntax: byte %d of %d cannot stand there in JSON":                                           "json_syntax: l'octet %d sur %d ne peut être là en JSON",
	"json_syntax: this is not JSON":                                                                   "json_syntax: ce n'est pas du JSON",
	"json_kind: the value that ends at byte %d is of another kind than belongs there":                 "json_kind: la valeur qui finit à l'octet %d est d'une autre sorte que celle qu'il faut là",
	"json_keys: an object, { … }, belongs here":                                                       "json_keys: il faut ici un objet, { … }",
	"json_keys: the key that ends at byte %d stands there twice":                                      "json_keys: la clé qui finit à l'octet %d y est deux fois",
	"json_keys: the key that ends at byte %d is none of %q":                                           "json_keys: la clé qui finit à l'octet %d n'est aucune de %q",
	"json_keys: %q is null": "json_keys: %q est null", "json_keys: %q is missing": "json_keys: %q manque",

	// Cards and formulas.
	"--svg: a picture takes at most %d cards, not %d":                                        "--svg : une image prend au plus %d cartes, et non %d",
	"lucky_number: --lucky %q: write the numbers of balls with commas between them: 7,23,51": "lucky_number: --lucky %q : écrivez les numéros des boules séparés par des virgules : 7,23,51",
	"lucky_not_taken: %s takes no lucky numbers":                                             "lucky_not_taken: %s n'admet pas de numéros fétiches",
	"lucky_count: %s takes at most %d lucky numbers, not %d":                                 "lucky_count: %s admet au plus %d numéros fétiches, et non %d",
	"lucky_range: there is no ball %d: they go from 1 to %d":                                 "lucky_range: il n'y a pas de boule %d : elles vont de 1 à %d",
	"%s is a scratch game; the formulas of live bingo are %s, or the path of a game file":    "%s est un jeu de grattage ; les formules de bingo sont %s, ou le chemin d'un fichier de jeu",
	"--stake %s: a card of %s costs %s":                                                      "--stake %s : une carte de %s coûte %s",
	"--players %d: a draw has 1 to %d players":                                               "--players %d : un tirage a 1 à %d joueurs",
	"--players %d: one person plays %s":                                                      "--players %d : une seule personne joue %s",
	"a player of %s has 1 to %d cards in a draw, not %d":                                     "un joueur de %s a 1 à %d cartes dans un tirage, et non %d",
	"a draw has at most %d cards, not %d":                                                    "un tirage a au plus %d cartes, et non %d",
	"--%s is empty: give it a value, or leave it out":                                        "--%s est vide : donnez-lui une valeur, ou retirez-le",
	"out_is_folder: %s is a folder; give the path of a file":                                 "out_is_folder: %s est un dossier ; donnez le chemin d'un fichier",
	"out_not_writable: %s cannot be written: %s":                                             "out_not_writable: %s ne peut être écrit : %s",

	// Draws.
	"--beacon-name names the value of --beacon: give it too":                                                       "--beacon-name nomme la valeur de --beacon : donnez-la aussi",
	"--number 0: draws are numbered from 1":                                                                        "--number 0 : les tirages sont numérotés à partir de 1",
	"--beacon %s: write hexadecimal digits, two a byte":                                                            "--beacon %s : écrivez des chiffres hexadécimaux, deux par octet",
	"--at %s: write a time as 2026-07-14T20:00:00Z":                                                                "--at %s : écrivez une heure comme 2026-07-14T20:00:00Z",
	"--super %s: a super jackpot is an amount above zero":                                                          "--super %s : un super jackpot est un montant au-dessus de zéro",
	"two_persons: --by %s: two different persons decide a super jackpot, as anna,bruno":                            "two_persons: --by %s : deux personnes différentes décident d'un super jackpot, comme anna,bruno",
	"--after %s: that is a draw of %s":                                                                             "--after %s : c'est un tirage de %s",
	"--after %s: that draw was never locked and has no balances; name the draw before it, and this one's --number": "--after %s : ce tirage n'a jamais été verrouillé et n'a pas de comptes ; nommez le tirage d'avant, et le --number de celui-ci",
	"--after %s is WRONG: %s %s: %s; see \"tirage verify %s\"":                                                     "--after %s est FAUX : %s %s : %s ; voyez \"tirage verify %s\"",
	"--number %d: the draw of --after is %s, this one comes after it":                                              "--number %d : le tirage de --after est %s, celui-ci vient après",
	"--at %s: draw %s ended at %s, this one is announced after it":                                                 "--at %s : le tirage %s a fini à %s, celui-ci est annoncé après",
	"secret_used: draw %s was made with one of these secrets, and has published it; a secret serves one draw":      "secret_used: le tirage %s a été fait avec l'un de ces secrets, et l'a publié ; un secret sert à un tirage",
	"%s is no signing key, as \"tirage key sign\" makes it":                                                        "%s n'est pas une clé de signature, comme \"tirage key sign\" en fait",
	"card %d, of %q, is not sold: %s":                                                                              "la carte %d, de %q, n'est pas vendue : %s",
	"receipts_folder: %s is not empty; give a new folder":                                                          "receipts_folder: %s n'est pas vide ; donnez un nouveau dossier",

	// Simulations.
	"--draws %d: from 1 to %d draws are played": "--draws %d : 1 à %d tirages sont joués",
	"--workers %d: from 1 to %d work at it":     "--workers %d : 1 à %d y travaillent",
	"a draw of %s takes place with at least %d players and %d cards; with fewer it is cancelled and there is nothing to simulate": "un tirage de %s a lieu avec au moins %d joueurs et %d cartes ; avec moins il est annulé et il n'y a rien à simuler",
	"%s %s: write a number (200), or the fewest and the most (50:400)":                                                            "%s %s : écrivez un nombre (200), ou le moins et le plus (50:400)",

	// Records.
	"%s is not checked: %s":                                  "%s n'est pas vérifié : %s",
	"--verifier %s is no public signing key (name+hash+key)": "--verifier %s n'est pas une clé publique de signature (nom+hash+clé)",
	"the draw is of %q (SHA-256 %s), which is not shipped; give --formula with that game file": "le tirage est de %q (SHA-256 %s), qui n'est pas livré ; donnez --formula avec ce fichier de jeu",
	"the draw was played by another file of %s (SHA-256 %s); give --formula with that file":    "le tirage a été joué par un autre fichier de %s (SHA-256 %s) ; donnez --formula avec ce fichier",
	"note_unsigned: more is signed than the receipt":                                           "note_unsigned: il y a plus de signé que le reçu",
}

from p2pjeux.cli import main

raise SystemExit(main())
